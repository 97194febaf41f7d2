import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { ConfigError, EXIT_CONFIG, formatCommand } from '#app/config.server.ts';
import { closeDatabase } from '#db/database.server.ts';
import { requireOwnDataFolder } from './data-folder.ts';
import { formatCommandError } from './error-line.ts';

/** The options that were given, by their names without dashes. */
export type Options = Readonly<Record<string, unknown>>;

export interface Command {
  options?: ParseArgsOptionsConfig;
  /** 1 if left out. A command needs its first argument, and not the second. */
  maxArguments?: number;
  /** Returns what is printed. */
  run: (subject: string, options: Options, file: string) => Promise<string>;
}

/**
 * Runs the command that the process was started with, and prints its result or its error (formatCommandError). Sets the
 * exit code, and closes the database.
 */
export async function runCommand(
  script: 'admin' | 'data',
  commands: Readonly<Record<string, Command>>,
  usage: string,
): Promise<void> {
  const usageLine = `usage: ${formatCommand(script, usage)}`;
  try {
    const [name = '', ...args] = process.argv.slice(2);
    // `admin toString` is no command.
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const { positionals, values } = parseArguments(args, command, usageLine);
    const [subject = '', file = ''] = positionals;

    const maxArguments = command?.maxArguments ?? 1;
    const isComplete = maxArguments === 0 || subject !== '';
    if (!command || !isComplete || positionals.length > maxArguments) throw new Error(usageLine);

    requireOwnDataFolder();
    process.stdout.write(`${await command.run(subject, values, file)}\n`);
  } catch (error) {
    process.stderr.write(`${formatCommandError(error)}\n`);
    process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
  } finally {
    await closeDatabase();
  }
}

/** Throws for an option that the command does not have: with an ignored `--dry-run`, it would delete data. */
function parseArguments(args: string[], command: Command | undefined, usageLine: string) {
  try {
    return parseArgs({ args, options: command?.options ?? {}, allowPositionals: true });
  } catch (error) {
    // Its second sentence is about arguments that begin with a dash.
    const [reason] = (error as Error).message.split('. ');
    throw new Error(`${reason}. Nothing was done.\n${usageLine}`);
  }
}
