package assay.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON without a library: objects as ordered maps, whole numbers as Long, other numbers as Double. */
final class Json {
    private static final int DEEPEST = 100;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** The value of the whole text. */
    static Object read(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        if (reader.next() >= 0) {
            throw reader.wrong("the end of the line");
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value, String path) {
        return (Map<String, Object>) expected(value, Map.class, path, "an object");
    }

    static List<?> array(Object value, String path) {
        return expected(value, List.class, path, "a list");
    }

    static String text(Object value, String path) {
        return expected(value, String.class, path, "text");
    }

    static String textOrNull(Object value, String path) {
        return value == null ? null : text(value, path);
    }

    static List<String> texts(Object value, String path) {
        List<String> texts = new ArrayList<>();
        for (Object one : array(value, path)) {
            texts.add(text(one, path));
        }
        return texts;
    }

    static int integer(Object value, String path) {
        long number = expected(value, Long.class, path, "a whole number");
        if (number != (int) number) {
            throw new WrongQuestion(path + ": " + number + ": expected a number of 32 bits");
        }
        return (int) number;
    }

    private static <T> T expected(Object value, Class<T> type, String path, String what) {
        if (!type.isInstance(value)) {
            throw new WrongQuestion(path + ": expected " + what);
        }
        return type.cast(value);
    }

    private Object value() {
        int sign = next();
        if (++depth > DEEPEST) {
            throw wrong("nothing that is nested deeper than " + DEEPEST);
        }
        Object value = switch (sign) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
        depth--;
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> pairs = new LinkedHashMap<>();
        at++;
        if (next() == '}') {
            at++;
            return pairs;
        }
        while (true) {
            if (next() != '"') {
                throw wrong("a key");
            }
            String key = string();
            take(':');
            pairs.put(key, value());
            if (next() == '}') {
                at++;
                return pairs;
            }
            take(',');
        }
    }

    private List<Object> array() {
        List<Object> values = new ArrayList<>();
        at++;
        if (next() == ']') {
            at++;
            return values;
        }
        while (true) {
            values.add(value());
            if (next() == ']') {
                at++;
                return values;
            }
            take(',');
        }
    }

    private String string() {
        int start = ++at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return text.substring(start, at++); // nearly always: nothing is escaped
        }
        StringBuilder made = new StringBuilder(text.substring(start, at));
        while (at < text.length()) {
            char sign = text.charAt(at++);
            if (sign == '"') {
                return made.toString();
            }
            made.append(sign == '\\' ? escaped() : sign);
        }
        throw wrong("the end of a text");
    }

    private char escaped() {
        char sign = at < text.length() ? text.charAt(at++) : ' ';
        return switch (sign) {
            case '"', '\\', '/' -> sign;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                try {
                    at += 4;
                    yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
                } catch (IndexOutOfBoundsException | NumberFormatException none) {
                    throw wrong("four hexadecimal digits");
                }
            }
            default -> throw wrong("an escape that JSON knows");
        };
    }

    private Object number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        try {
            return digits.chars().anyMatch(sign -> sign == '.' || sign == 'e' || sign == 'E')
                ? (Object) Double.valueOf(digits) : (Object) Long.valueOf(digits);
        } catch (NumberFormatException none) {
            throw wrong("a value");
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return value;
    }

    private void take(char sign) {
        if (next() != sign) {
            throw wrong("'" + sign + "'");
        }
        at++;
    }

    /** The next character that is not a space, without consuming it; -1 at the end. */
    private int next() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : -1;
    }

    private WrongQuestion wrong(String expected) {
        return new WrongQuestion("column " + (at + 1) + ": expected " + expected);
    }
}
