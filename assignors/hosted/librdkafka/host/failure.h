/* What goes wrong with a question: it is told in the answer, and the next question is read. */
#ifndef ASSAY_FAILURE_H
#define ASSAY_FAILURE_H

/* `type` is NULL as long as nothing has gone wrong. */
struct failure {
    const char *type;
    char message[600];
};

/* The question is malformed: who asked can mend that. */
#define MALFORMED "InvalidGroup"
/* The question is a good one, but this client cannot be asked it. Nothing is then said about the client. */
#define CANNOT_BE_ASKED "CannotBeAsked"

/* Fills `failure`, as printf does, unless it holds an earlier one; answers 0, so that it can be returned. */
int failed(struct failure *failure, const char *type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
