import { Fragment, useEffect, useRef } from 'react';
import { interpolate } from '#app/components/texts.ts';
import type { DeskTexts } from '#app/content/texts/desk.server.ts';
import { TickBox, useDeskFrameTexts, useDeskTexts } from '#app/routes/desk/frame.tsx';
import { storeKeysAreOn, useKeysAreOn } from './keys-setting.ts';

/**
 * Lists the keys of the desk in a modal dialog, with a tick box that turns them off in this browser. The dialog is open
 * as long as it is rendered.
 */
export default function KeysHelpDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { keys: texts } = useDeskTexts();
  const { statuses } = useDeskFrameTexts();
  const areKeysOn = useKeysAreOn();
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="keys-title"
      className="m-auto max-h-full w-full max-w-120 overflow-auto border-3 border-ink bg-panel p-7 text-ink backdrop:bg-night/45"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="keys-title" className="text-lead">
          {texts.title}
        </h2>
        <button
          className="cross"
          type="button"
          aria-label={texts.close}
          onClick={() => dialog.current?.close()}
        />
      </div>
      <dl className="my-4 grid grid-cols-[auto_1fr] *:border-b *:border-line *:py-2">
        {listKeys(texts.actions, Object.values(statuses)).map(([keys, meaning]) => (
          <Fragment key={meaning}>
            <dt className="pe-6 font-medium">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="me-2 inline-block min-w-8 border border-line-strong bg-paper px-2 text-center font-sans"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="text-ink-2">{texts.note}</p>
      <TickBox
        label={texts.useShortcuts}
        className="mt-4"
        checked={areKeysOn}
        onChange={({ target }) => storeKeysAreOn(target.checked)}
      />
    </dialog>
  );
}

function listKeys(
  actions: DeskTexts['keys']['actions'],
  statuses: readonly string[],
): [keys: string[], meaning: string][] {
  return [
    [['j', 'k'], actions.move],
    [['Enter'], actions.open],
    [['r'], actions.reply],
    [
      statuses.map((_, index) => String(index + 1)),
      interpolate(actions.status, { statuses: statuses.join(', ') }),
    ],
    [['s'], actions.selection],
    [['/'], actions.search],
    [['?'], actions.help],
    [['Esc'], actions.close],
  ];
}
