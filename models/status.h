/*
 * How the functions of models/ answer. A result through a pointer is left
 * unchanged unless the status is MODEL_OK.
 */
#ifndef PODIUM_STATUS_H
#define PODIUM_STATUS_H

enum model_status {
	MODEL_OK,
	MODEL_NO_MEMORY,
	MODEL_TOO_FEW,	    /* fewer points than parameters allow */
	MODEL_NOT_FINITE,   /* a number is infinite or none */
	MODEL_NOT_POSITIVE, /* a number must be above zero */
	MODEL_SINGULAR,	    /* the points do not determine the parameters */
	MODEL_CONSTANT,	    /* a variable is the same in all points */
	MODEL_NO_CONVERGENCE,
	MODEL_UNKNOWN_VALUE, /* a bound or stride could not be computed */
	MODEL_TOO_MANY,	     /* more combinations than can be told apart */
	MODEL_BAD_ARGUMENT,
};

/* The status in words: "too few points". */
const char *model_status_text(enum model_status status);

#endif
