import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { runProgram, type RunningProgram } from '../front/program.ts';
import { freePort } from './free-port.ts';
import { newFolder } from './new-data.ts';

const USER = 'answers@drys.example';
// Dovecot serves no mail that belongs to root.
const NOBODY = 65_534;
const mailOwner = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : userInfo();
const giveToOwner = (path: string) => chownSync(path, mailOwner.uid, mailOwner.gid);

interface Certificate {
  cert: string;
  key: string;
}

/** Starts a real Dovecot on loopback, with one mailbox that `deliver` puts messages into; with a certificate, over TLS. */
export async function startImapServer(certificate?: Certificate) {
  const folder = newFolder();
  // Dovecot's own users go through it.
  chmodSync(folder, 0o755);
  const mailFolder = join(folder, 'mail');
  const port = await freePort();
  const usersPath = join(folder, 'users');
  const configPath = join(folder, 'dovecot.conf');
  const setPassword = (password: string) =>
    writeFileSync(usersPath, `${USER}:{PLAIN}${password}\n`);
  for (const name of ['tmp', 'new', 'cur'])
    mkdirSync(join(mailFolder, name), { recursive: true, mode: 0o700 });
  for (const name of ['', 'tmp', 'new', 'cur']) giveToOwner(join(mailFolder, name));
  setPassword('secret');
  writeFileSync(configPath, buildConfig({ folder, mailFolder, usersPath, port, certificate }));
  let program: RunningProgram;
  let deliveredCount = 0;
  const start = async () => {
    program = runProgram('dovecot', ['-F', '-c', configPath]);
    for (let tries = 0; tries < 200; tries++) {
      if (await canConnect(port, certificate)) return;
      // Such as ENOENT without Dovecot.
      if (program.process.pid === undefined) break;
      await wait(50);
    }
    throw new Error(`Dovecot does not answer: ${program.output()}`);
  };
  await start();
  return {
    url: `${certificate ? 'imaps' : 'imap'}://${encodeURIComponent(USER)}:secret@localhost:${port}`,
    start,
    /** Restarts Dovecot, which may look at its file of passwords only once a second. */
    async changePassword(password: string) {
      await program.stop();
      setPassword(password);
      await start();
    },
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    /** Puts a message into the inbox, as a mail server would. */
    deliver(message: string | Buffer): void {
      const name = `${Date.now()}.${process.pid}_${++deliveredCount}.test`;
      const path = join(mailFolder, 'tmp', name);
      writeFileSync(path, message, { mode: 0o600 });
      giveToOwner(path);
      renameSync(path, join(mailFolder, 'new', name));
    },
    /** The names of the stored messages, with their flags after `:2,`. */
    listFiles: () => ['new', 'cur'].flatMap((name) => readdirSync(join(mailFolder, name))),
    /** Makes Dovecot number all messages anew. It must be stopped. */
    forgetNumbers(): void {
      for (const name of readdirSync(mailFolder).filter((name) => name.startsWith('dovecot')))
        rmSync(join(mailFolder, name), { recursive: true });
    },
    stop: () => program.stop(),
    [Symbol.asyncDispose]: () => program.stop(),
  };
}

function canConnect(port: number, certificate?: Certificate): Promise<boolean> {
  return new Promise((resolve) => {
    const address = { port, host: '127.0.0.1' };
    const socket = certificate
      ? connectTls({ ...address, rejectUnauthorized: false })
      : connect(address);
    const end = (hasAnswered: boolean) => {
      socket.destroy();
      resolve(hasAnswered);
    };
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}

/** The name of the group of the tests' user: Dovecot takes no number. */
const readGroup = () => execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();

interface ConfigOptions {
  folder: string;
  mailFolder: string;
  usersPath: string;
  port: number;
  certificate: Certificate | undefined;
}

/** For an ordinary user all processes run as that user; root's use the users that Debian's package has. */
function buildConfig(options: ConfigOptions): string {
  const { folder, mailFolder, usersPath, port, certificate } = options;
  const { uid, username } = userInfo();
  const ownUser = `
default_internal_user = ${username}
default_internal_group = ${readGroup()}
default_login_user = ${username}
service anvil {
  chroot =
}`;
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${certificate ? `ssl = required\nssl_cert = <${certificate.cert}\nssl_key = <${certificate.key}` : 'ssl = no'}
disable_plaintext_auth = no
${uid === 0 ? '' : ownUser}
first_valid_uid = 0
first_valid_gid = 0
auth_failure_delay = 0
mail_location = maildir:${mailFolder}
mail_fsync = never
mailbox_idle_check_interval = 1 secs
namespace inbox {
  inbox = yes
}
passdb {
  driver = passwd-file
  args = ${usersPath}
}
userdb {
  driver = static
  args = uid=${mailOwner.uid} gid=${mailOwner.gid} home=${mailFolder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${certificate ? 0 : port}
  }
  inet_listener imaps {
    port = ${certificate ? port : 0}
    ssl = yes
  }
}
`;
}
