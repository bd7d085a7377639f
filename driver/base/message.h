/*
 * Errors and warnings, on standard error in the one form of the house:
 * "podium CMD: cannot open 'x': No such file or directory"; and what is told
 * while a command works.
 */
#ifndef PODIUM_MESSAGE_H
#define PODIUM_MESSAGE_H

/* Name of the command that speaks, NULL for podium itself. */
void message_command(const char *command);
const char *message_speaker(void);

void message_error(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void message_warning(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* A line of what was found out; it stays. */
void message_note(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * Tell a person at a terminal what is being done, once the program has been
 * running for two seconds. NULL removes the line.
 */
void message_progress(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
