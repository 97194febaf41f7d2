import { addressGroup } from '#app/domain/keys.server.ts';
import { expect, test } from 'vitest';
import { clientAddress } from '#app/http/guard.server.ts';

test.each([
  ['no proxy is believed by default', '10.0.0.9', '1.2.3.4', 0, '10.0.0.9'],
  ['one proxy: the last entry', '127.0.0.1', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['two proxies: the last but one', '127.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.1', 2, '1.2.3.4'],
  ['fewer entries than proxies', '127.0.0.1', '1.2.3.4', 2, '127.0.0.1'],
  ['no address in the entry', '127.0.0.1', 'unknown', 1, '127.0.0.1'],
  ['an IPv4 address in IPv6 clothes', '::ffff:10.0.0.9', '', 0, '10.0.0.9'],
])('%s', (_, socket, forwarded, hops, address) => {
  expect(clientAddress(socket, forwarded, hops)).toBe(address);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
