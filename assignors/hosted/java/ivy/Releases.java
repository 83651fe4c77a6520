package assay.ivy;

import java.io.File;
import java.io.PrintStream;
import org.apache.ivy.Ivy;
import org.apache.ivy.util.DefaultMessageLogger;
import org.apache.ivy.util.Message;

/** Lists the released versions of an artefact, one a line: {@code Releases GROUP ARTIFACT CACHE [SETTINGS]}. */
public final class Releases {
    private Releases() {
    }

    /** Asks Ivy's default registries, or those in a settings file. */
    public static void main(String[] arguments) throws Exception {
        PrintStream answered = System.out;
        System.setOut(System.err); // Ivy logs to stdout
        DefaultMessageLogger quiet = new DefaultMessageLogger(Message.MSG_WARN);
        Message.setDefaultLogger(quiet);
        Ivy ivy = Ivy.newInstance();
        ivy.getLoggerEngine().setDefaultLogger(quiet);
        if (arguments.length > 3) {
            ivy.configure(new File(arguments[3]));
        } else {
            ivy.configureDefault();
        }
        ivy.getSettings().setDefaultCache(new File(arguments[2]));
        for (String release : ivy.listRevisions(arguments[0], arguments[1])) {
            answered.println(release);
        }
    }
}
