import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { type Rival, startChild } from '../child.ts';

/** Whether nginx is installed here. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** nginx with one worker, serving `folder/html` with these headers. */
export async function serveNginx(folder: string, headers: Record<string, string>): Promise<Rival> {
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  // Started by root, nginx would work as nobody, who cannot read the page.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const added = Object.entries(headers)
    .filter(([name]) => !/^(content-(type|length)|etag)$/.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '')}";`)
    .join(' ');
  writeFileSync(
    file,
    `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  open_file_cache max=10; default_type "text/html; charset=utf-8";
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${port}; root ${folder}/html; ${added} }
}
`,
  );
  const child = await startChild('sh', ['-c', `echo up; exec nginx -c ${file}`], {}, /up/);
  await wait(500);
  return { ...child, port };
}
