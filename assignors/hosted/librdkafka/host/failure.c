#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

int failed(struct failure *failure, const char *type, const char *format, ...) {
    if (!failure->type) {
        va_list values;
        va_start(values, format);
        vsnprintf(failure->message, sizeof failure->message, format, values);
        va_end(values);
        failure->type = type;
    }
    return 0;
}
