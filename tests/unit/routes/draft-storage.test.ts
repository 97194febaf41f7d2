import { beforeEach, expect, test, vi } from 'vitest';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import {
  deleteAdminDrafts,
  deleteDraftExceptLaterText,
  deleteExpiredDrafts,
  getDraftKey,
  readDraft,
  readLaterText,
  writeDraft,
} from '#app/routes/draft-storage.ts';

const STORAGES = ['sessionStorage', 'localStorage'];
const METHODS = {
  getItem(this: Record<string, string>, name: string) {
    return this[name] ?? null;
  },
  setItem(this: Record<string, string>, name: string, value: string) {
    this[name] = value;
  },
  removeItem(this: Record<string, string>, name: string) {
    delete this[name];
  },
};

beforeEach(() => {
  // Like the storage of a browser: each name is a property.
  for (const name of STORAGES) vi.stubGlobal(name, Object.create(METHODS));
  vi.useFakeTimers();
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const note = getDraftKey(7, 'note 12');

test('DK-6 keeps a draft for a day, in every tab of the browser, and deletes it then', () => {
  writeDraft(note, { note: 'Call first' });
  vi.stubGlobal('sessionStorage', Object.create(METHODS));
  vi.advanceTimersByTime((DESK.draftHours * 3600 - 1) * 1000);
  deleteExpiredDrafts();
  expect(readDraft(note)).toEqual({ note: 'Call first' });
  vi.advanceTimersByTime(1000);
  expect(readDraft(note)).toBeNull();
  expect(Object.keys(localStorage)).toHaveLength(1);
  deleteExpiredDrafts();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('DK-6 deletes the drafts of one admin only', () => {
  const keys = [note, getDraftKey(7, 'reply 12'), getDraftKey(77, 'note 12')];
  for (const key of keys) writeDraft(key, { note: key });
  deleteAdminDrafts(7);
  expect(keys.map(readDraft)).toEqual([null, null, { note: '77 note 12' }]);
});

test('DK-6 keeps only what was typed after its form was sent', () => {
  const saved = new FormData();
  const fields = { draft: note, key: 'a', version: '1', title: 'One\r\ntwo', year: '2026' };
  for (const [name, value] of Object.entries(fields)) saved.set(name, value);
  writeDraft(note, { ...fields, title: 'One\ntwo', year: '2027' });
  expect(readLaterText(note), 'not sent yet').toEqual({});
  deleteDraftExceptLaterText(saved);
  expect(readLaterText(note)).toEqual({ year: '2027' });
  saved.set('year', '2027');
  deleteDraftExceptLaterText(saved);
  expect(readDraft(note)).toBeNull();
});

test('SH-9 does without drafts where the storage is full or throws', () => {
  vi.stubGlobal('localStorage', {
    ...METHODS,
    setItem: () => {
      throw new Error('full');
    },
  });
  writeDraft(note, { note: 'x' });
  expect(readDraft(note), 'in the tab').toEqual({ note: 'x' });
  vi.stubGlobal('sessionStorage', undefined);
  for (const name of STORAGES)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new Error('forbidden');
      },
    });
  writeDraft(note, { note: 'x' });
  expect(readDraft(note)).toBeNull();
});
