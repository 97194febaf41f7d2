import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { operationsBlock } from '../../../tests/support/reading/fenced.ts';
import { freePort } from '../../../tests/support/servers/free-port.ts';
import { type Rival, startChild } from '../child.ts';

/** Whether nginx is installed here. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** nginx with one worker, serving `folder/html` with these headers. */
export async function serveNginx(folder: string, headers: Record<string, string>): Promise<Rival> {
  const added = Object.entries(headers)
    .filter(([name]) => !/^(content-(type|length)|etag)$/.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '')}";`)
    .join(' ');
  const type = 'default_type "text/html; charset=utf-8";';
  return runNginx(join(folder, 'file-server'), (listen) => {
    return `open_file_cache max=10; ${type} server { ${listen} root ${folder}/html; ${added} }`;
  });
}

/** nginx with one worker and the cache of docs/operations.md, over plain HTTP, before a site. */
export async function serveNginxCache(folder: string, site: number): Promise<Rival> {
  const own = join(folder, 'cache-server');
  const block = operationsBlock('nginx');
  const [beforeServers = '', , tls = ''] = block.split(/^server \{$/m);
  // What TLS needs; and the header that would make one answer longer than the next.
  const leftOut = /^ +(?:listen|server_name|ssl_\w+|add_header X-Cache-Status) .*\n/gm;
  const shared = beforeServers
    .replace('/var/cache/nginx', own)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${site}`);
  return runNginx(own, (listen) => `${shared} server { ${listen} ${tls.replace(leftOut, '')}`);
}

async function runNginx(folder: string, http: (listen: string) => string): Promise<Rival> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  // Started by root, nginx would work as nobody, who cannot read the page.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    file,
    `${user} worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; ${temporary}
  ${http(`listen 127.0.0.1:${port};`)}
}
`,
  );
  const child = await startChild('sh', ['-c', `echo up; exec nginx -c ${file}`], {}, /up/);
  await wait(500);
  return { ...child, port };
}
