import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getContactTexts } from '#app/content/texts/contact.server.ts';
import { staff } from '#db/seed/people.ts';
import { describeWithPrograms } from '../support/front/program.ts';
import { logIn } from '../support/people/admins.ts';
import { drawing, newVisitor, sendEnquiry, solveProof, typed } from '../support/people/enquirer.ts';
import { made, photo, press } from '../support/people/site-editor.ts';
import { PlainBrowser, textOf } from '../support/reading/browser.ts';
import { eventually } from '../support/reading/eventually.ts';
import { newDataFolder, newFolder } from '../support/servers/new-data.ts';
import { runScript, serveSite, type ServedSite } from '../support/servers/served-site.ts';

const MB = 1024 * 1024;
const run = promisify(execFile);
const DISK_MB = 320;
const DISK_FILES = 6000;

// The server gets a small disk of its own (Linux): other processes do not see it, and it disappears
// when the server ends. A user who is not root becomes root in a user namespace.
const mount = `mount -t tmpfs -o size=${DISK_MB}m,nr_inodes=${DISK_FILES} none "$DATA_DIR" && exec "$@"`;
const isRoot = process.getuid?.() === 0;
const namespace = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
const command = [process.execPath, 'scripts/serve.ts'];
const wrapped = ['unshare', ...namespace, 'sh', '-c', mount, 'sh', ...command];
let site: ServedSite;
/** The server's disk, as it sees it. */
let disk: string;
let filler: string;

describeWithPrograms(['unshare', 'mount', 'nsenter'], () => {
  beforeAll(async () => {
    site = await serveSite({ TRUST_PROXY: '1' }, process.cwd(), wrapped);
    disk = `/proc/${site.pid()}/root${site.dataDir}`;
    filler = join(disk, 'filler');
  });
  afterAll(() => site.stop());

  /** Fills the disk until so many bytes are left. */
  function leave(bytes: number): void {
    rmSync(filler, { force: true });
    const { bavail, bsize } = statfsSync(disk);
    try {
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    } catch (error) {
      // The server wrote a line meanwhile: the disk is as full as it gets.
      if (bytes > 0 || (error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  /** Bytes of all files in a folder. */
  function sizeOf(folder: string): number {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  }

  async function health(): Promise<[number, string]> {
    const answer = await fetch(`${site.url}/healthz`);
    return [answer.status, await answer.text()];
  }

  test('CF-11 reports a nearly full disk in /healthz before an enquiry is lost', async () => {
    expect(await health()).toEqual([200, 'ok\n']);
    leave(50 * MB);
    const [status, reason] = await health();
    expect(status).toBe(503);
    expect(reason).toMatch(/^the disk is nearly full: \d+ MB left for the data\n$/);
    expect((await sendEnquiry(site.url)).page.status).toBe(303);
    rmSync(filler);
    expect(await health()).toEqual([200, 'ok\n']);
  });

  test('CF-11 reports in /healthz and doctor that the disk has no room for more files', async () => {
    const folder = join(disk, 'empty-files');
    mkdirSync(folder);
    for (let freeInodes = statfsSync(disk).ffree; freeInodes > 100; freeInodes--) {
      writeFileSync(join(folder, String(freeInodes)), '');
    }
    const reason = /the disk has space but no room for more files: \d+ inodes left for the data/;
    const [status, text] = await health();
    expect(status).toBe(503);
    expect(text).toMatch(reason);

    const doctor = [
      'nsenter',
      '-t',
      String(site.pid()),
      '--mount',
      `--wd=${process.cwd()}`,
      process.execPath,
    ];
    const { stdout } = spawnSync(doctor[0]!, [...doctor.slice(1), 'scripts/doctor.ts'], {
      env: { ...process.env, DATA_DIR: site.dataDir },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(new RegExp(`${reason.source}: make room`));
    rmSync(folder, { recursive: true });
    expect(await health()).toEqual([200, 'ok\n']);
  });

  test('AT-8 accepts the enquiry without its files on a disk without space for them, and stays healthy', async () => {
    leave(115 * MB);
    const visitor = newVisitor(site.url);
    const files = [1, 2].map((n) => drawing(`${n}.pdf`, { bytes: 5 * MB }));
    const page = await visitor.get('/contact');
    expect((await visitor.attach(page, typed, files)).status).toBe(303);
    leave(109 * MB);
    const other = newVisitor(site.url);
    const response = await other.attach(await other.get('/contact'), typed, files);
    expect((await other.follow(response)).text).toContain(
      getContactTexts('en').success.filesLeftOut,
    );
    expect(readdirSync(join(disk, 'attachments'))).toHaveLength(2);
    expect(await health()).toEqual([200, 'ok\n']);
    rmSync(filler);
  });

  test('AT-5 AT-8 stores the enquiry without files when the disk fills at the third file', async () => {
    const folder = join(disk, 'attachments');
    const earlierFiles = readdirSync(folder);
    const sizeBefore = sizeOf(folder);
    const visitor = newVisitor(site.url);
    const files = [1, 2, 3].map((n) => drawing(`${n}.pdf`, { bytes: 4 * MB }));
    const verified = { ...typed, turnstileToken: await solveProof(site.url) };
    const response = await visitor.attach(
      await visitor.get('/contact'),
      verified,
      files,
      async () => {
        await eventually(() => expect(sizeOf(folder)).toBeGreaterThanOrEqual(sizeBefore + 8 * MB));
        leave(0);
      },
    );
    expect(response.status).toBe(303);
    const { html } = await visitor.follow(response);
    expect(textOf(html)).toContain('Message sent successfully');
    expect(textOf(html)).toContain(getContactTexts('en').success.filesLeftOut);
    expect(readdirSync(folder)).toEqual(earlierFiles);
    expect(site.output()).toContain('"event":"attachments-disk-full"');
    rmSync(filler);
    expect(await health()).toEqual([200, 'ok\n']);
  });

  test('PB-10 CF-11 refuses pictures by name on a full disk, saves nothing, and still accepts an enquiry', async () => {
    // SQLite resolves /proc paths, so the command enters the server's mount namespace.
    const script = [
      process.execPath,
      join(process.cwd(), 'tests/support/people/fill-desk.ts'),
      staff.anna.email,
    ];
    const env = { ...process.env, DATA_DIR: site.dataDir };
    await run(
      'nsenter',
      [
        '--mount',
        ...(isRoot ? [] : ['--user', '--preserve-credentials']),
        '--target',
        String(site.pid()),
        ...script,
      ],
      { env },
    );
    const anna = new PlainBrowser(site.url);
    await logIn(anna, staff.anna.email);
    const page = await made(anna, { title_en: 'On a full disk' });
    const media = join(disk, 'media');
    const sample = readdirSync(media);
    const picture = await photo('veranda.jpg', 4000, 3000);
    const send = async (fields: Record<string, string>) =>
      press(anna, await anna.get(page.url), 'save', fields, [['pictures', picture]]);

    leave(150 * MB);
    const refusedPicture = await send({ description_en: 'Written on a crowded disk.' });
    expect(refusedPicture.status).toBe(422);
    expect(textOf(refusedPicture.html)).toContain(
      'veranda.jpg could not be saved: the disk is full.',
    );
    expect(readdirSync(media)).toEqual(sample);
    expect(refusedPicture.html).toContain('Written on a crowded disk.');

    // The last megabytes are for enquiries: not even a text is saved.
    leave(50 * MB);
    const text = { description_en: 'Written on a full disk.' };
    const refused = await press(anna, await anna.get(page.url), 'save', text);
    expect(refused.status).toBe(503);
    expect(refused.html).toContain('Written on a full disk.');
    expect((await anna.get(page.url)).html).not.toContain('Written on a full disk.');
    expect((await sendEnquiry(site.url)).page.status).toBe(303);
    rmSync(filler);

    // The picture itself fits on the disk, but its smaller sizes fill it.
    const saving = send({ description_en: 'Written as it filled.' });
    await eventually(() => expect(readdirSync(media).length).toBeGreaterThan(sample.length));
    leave(0);
    const { status, html } = await saving;
    rmSync(filler);
    // On a fast machine all sizes may be made, and the form even saved, before the disk is full.
    const isSaved = status === 303;
    const form = isSaved ? (await anna.get(page.url)).html : html;
    if (!isSaved) {
      expect(status).toSatisfy((code: number) => code === 422 || code >= 500);
      expect(textOf(form)).toMatch(status === 422 ? /the disk is full/ : /not saved/i);
    }
    expect(form).toContain('Written as it filled.');
    const added = readdirSync(media).filter((file) => !sample.includes(file));
    const unnamed = added.filter((file) => !form.includes(file.split('-')[0]!));
    expect(unnamed, 'files of a picture that the form does not name').toEqual([]);
    expect((await sendEnquiry(site.url)).page.status).toBe(303);
    expect((await send({})).status).toBe(303);
  });
});

/** Runs a script of the project after a shell command in a mount namespace of its own, as `"$@"`. */
function runWithMounts(
  shell: string,
  args: readonly string[],
  environment: Record<string, string>,
) {
  const shellArgs = ['sh', '-c', shell, 'sh', process.execPath, ...args];
  const env = { ...process.env, PORT: '0', ...environment };
  const options = { env, encoding: 'utf8' as const };
  const { stdout, stderr } = spawnSync('unshare', [...namespace, ...shellArgs], options);
  return { stdout, stderr };
}

describeWithPrograms(['unshare', 'mount'], () => {
  const makeReadOnly =
    'mount --bind "$DISK" "$DISK" && mount -o remount,bind,ro "$DISK" && exec "$@"';

  test('doctor reports a read-only disk, and recommends neither other permissions nor itself', () => {
    const dataDir = newDataFolder('empty.db');
    const environment = { DISK: dataDir, DATA_DIR: dataDir };
    const { stdout } = runWithMounts(makeReadOnly, ['scripts/doctor.ts'], environment);

    expect(stdout).toContain(`FAILED data folder: ${dataDir} is on a read-only disk: `);
    expect(stdout).toContain('files: not checked, because of the problem with the database');
    expect(stdout).not.toMatch(/chown|Run: npm run doctor/);
  });

  test('doctor does not recommend to create a data folder on a read-only disk', () => {
    const parent = newFolder();
    const environment = { DISK: parent, DATA_DIR: join(parent, 'data') };
    const { stdout } = runWithMounts(makeReadOnly, ['scripts/doctor.ts'], environment);

    expect(stdout).toContain(`FAILED data folder: ${parent} is on a read-only disk: set DATA_DIR`);
    expect(stdout).not.toContain('install -d');
  });

  test('says that the disk is full if a start cannot write its files', () => {
    const shell = 'mount -t tmpfs -o size=4m none "$DATA_DIR" && exec "$@"';
    const { stderr } = runWithMounts(shell, ['scripts/serve.ts'], { DATA_DIR: newFolder() });
    expect(stderr).toBe('A file cannot be written, because the disk is full: make room.\n');
  });

  test('names the secret that a start on a full disk cannot write, and leaves no part of it', () => {
    const dataDir = newFolder();
    const shell =
      'mount -t tmpfs -o size=4k none "$DATA_DIR" && echo filler > "$DATA_DIR/filler" && ! "$@" && ls -A "$DATA_DIR"';
    const { stdout, stderr } = runWithMounts(shell, ['scripts/serve.ts'], { DATA_DIR: dataDir });
    const key = join(dataDir, 'secret.key');
    expect(stderr).toBe(`${key} cannot be written, because the disk is full: make room.\n`);
    expect(stdout).toBe('filler\nstart.lock\n');
  });

  test('AT-8 a backup and a restore name the folder that has too little space, and leave nothing in it', async () => {
    const dataDir = newDataFolder();
    const [smallDisk, folder] = [newFolder(), newFolder()];
    const backup = join(folder, 'backup.db');
    expect(
      await runScript(['scripts/data.ts', 'backup', backup], { DATA_DIR: dataDir }),
    ).toMatchObject({ code: 0 });

    /** Prints the files of the small disk after the command has failed. */
    const shell = 'mount -t tmpfs -o size=$SIZE none "$DISK" && ! "$@" && ls -A "$DISK"';
    const runOnSmallDisk = (sizeMb: number, DATA_DIR: string, args: string[]) =>
      runWithMounts(shell, ['scripts/data.ts', ...args], {
        DATA_DIR,
        DISK: smallDisk,
        SIZE: `${sizeMb}m`,
      });

    // Too small for the database, and too small for its files.
    for (const sizeMb of [1, 16]) {
      expect(runOnSmallDisk(sizeMb, dataDir, ['backup', join(smallDisk, 'new.db')])).toEqual({
        stdout: '',
        stderr: `${smallDisk} has too little space for the backup: make room, or choose another folder.\n`,
      });
    }
    // Too small for the backup, and for its files beside it.
    const sizeOfBackupMb = Math.ceil(statSync(backup).size / MB);
    for (const sizeMb of [16, 1.5 * sizeOfBackupMb]) {
      const result = runOnSmallDisk(Math.round(sizeMb), smallDisk, ['restore', backup]);
      expect(result, `with ${sizeMb} MB`).toEqual({
        stdout: 'start.lock\n',
        stderr: `${smallDisk} has too little space for the contents of ${backup}: make room and try again.\n`,
      });
    }
  });
});

// With a limit on the size of files, a write fails with the same error as on a broken disk. The
// limit also sends SIGXFSZ, which must not end Node.
const SURVIVE = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})";

describeWithPrograms(['prlimit'], () => {
  test('survives failing disk writes, and writes again once the disk works', async () => {
    const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} ${SURVIVE}`;
    await using site = await serveSite({ TRUST_PROXY: '1', NODE_OPTIONS });
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(site.pid()), `--fsize=${bytes}:`]);
    const answers = async () => [
      (await sendEnquiry(site.url)).page.status,
      (await fetch(`${site.url}/healthz`)).status,
    ];
    expect(await answers()).toEqual([303, 200]);
    limitFiles('0');
    expect(await answers()).toEqual([503, 503]);
    limitFiles('unlimited');
    expect(await answers()).toEqual([303, 200]);
  });
});
