/*
 * The commands of podium.
 */
#ifndef PODIUM_COMMAND_H
#define PODIUM_COMMAND_H

enum { COMMAND_DONE = 0, COMMAND_FAILED = 1, COMMAND_USAGE = 2 };

/* Each takes the arguments after its name, NULL at the end. */
int command_features(char **arguments);
int command_calibrate(char **arguments);
int command_check(char **arguments);
int command_cflags(char **arguments);
int command_doctor(char **arguments);
int command_exec(char **arguments);
int command_metric(char **arguments);
int command_overhead(char **arguments);
int command_patch(char **arguments);
int command_plugin(char **arguments);
int command_prove(char **arguments);
int command_rank(char **arguments);
int command_replay(char **arguments);
int command_report(char **arguments);
int command_reproduce(char **arguments);
int command_scaling(char **arguments);
int command_significance(char **arguments);
int command_runs(char **arguments);
int command_tune(char **arguments);
int command_variants(char **arguments);

#endif
