import { expect, test } from 'vitest';
import { startSite } from '../../support/servers/site.ts';
const origin = await startSite();
test('x', async () => expect((await fetch(origin)).status).toBe(200));
