/* The failure of a question: it is reported in the answer, and the next question is read. */
#ifndef ASSAY_FAILURE_H
#define ASSAY_FAILURE_H

/* `type` is NULL as long as there is no failure. */
struct failure {
    const char *type;
    char message[600];
};

/* The question is malformed; its sender can fix that. */
#define MALFORMED "InvalidGroup"
/* The question is valid, but this client cannot express it. It is no verdict on the client. */
#define CANNOT_BE_ASKED "CannotBeAsked"

/* Fills `failure`, as printf does, unless it has an earlier one; returns 0, so that it can be returned. */
int failed(struct failure *failure, const char *type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
