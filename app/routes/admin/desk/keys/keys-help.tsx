import { useRef } from 'react';
import { useDeskFrame, useDeskWords } from '#app/routes/admin/frame/words.ts';
import { useScripted } from '#app/ui/browser/use-scripted.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { turnKeys, useKeysAreOn } from './keys-preference.ts';
import { useShortcut } from './use-shortcut.ts';

const HELP = 'keys-help';

/** Shows the help, over whatever is open; false when the page has none. */
export function showKeysHelp(): boolean {
  const help = document.getElementById(HELP);
  if (!(help instanceof HTMLDialogElement)) return false;
  if (!help.open) help.showModal();
  return true;
}

/** What each key of the desk does, and whether keys do anything (DA-6). */
export function KeysHelp() {
  const { keys: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  const on = useKeysAreOn();
  const dialog = useRef<HTMLDialogElement>(null);
  if (!useScripted()) return null;
  const { does } = words;
  const rows: [string[], string][] = [
    [['j', 'k'], does.move],
    [['Enter'], does.open],
    [['r'], does.reply],
    [['1', '2', '3'], phrase(does.status, { statuses: Object.values(statuses).join(', ') })],
    [['/'], does.search],
    [['?'], does.help],
    [['Esc'], does.close],
  ];
  return (
    <dialog
      id={HELP}
      ref={dialog}
      aria-labelledby="keys-title"
      className="m-auto max-h-full w-full max-w-120 overflow-auto border-3 border-ink bg-panel p-7 text-ink backdrop:bg-night/45"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="keys-title" className="text-lead">
          {words.title}
        </h2>
        <button
          className="cross"
          type="button"
          aria-label={words.close}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <table className="my-4 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.heading.key}</th>
            <th scope="col">{words.heading.does}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([keys, does]) => (
            <tr key={keys[0]} className="border-b border-line">
              <th scope="row" className="py-2 pe-6 text-start font-medium whitespace-nowrap">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="me-2 inline-block min-w-8 border border-line-strong bg-paper px-2 text-center font-sans"
                  >
                    {key}
                  </kbd>
                ))}
              </th>
              <td className="py-2">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-ink-2">{words.note}</p>
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          className="tick-box"
          type="checkbox"
          checked={on}
          onChange={({ target }) => turnKeys(target.checked)}
        />
        {words.on}
      </label>
    </dialog>
  );
}

/** Shows the help by hand; without JavaScript there are no keys, and nothing to help with. */
export function KeysButton() {
  const { keys: words } = useDeskWords();
  const shortcut = useShortcut('?');
  if (!useScripted()) return null;
  return (
    <button
      type="button"
      className="min-h-11 underline underline-offset-4"
      onClick={showKeysHelp}
      {...shortcut}
    >
      {words.title}
    </button>
  );
}
