import {
  lazy,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { isModalOrPopoverOpen } from '#app/components/dialogs.ts';
import { useHydrated } from '#app/components/hydrated.tsx';
import { useDeskTexts } from '#app/routes/desk/frame.tsx';
import { useKeysAreOn } from './keys-setting.ts';

/** Commands by their keys. A Latin letter also matches the Greek letter of its key; Escape works in fields. */
export type KeyCommands = Readonly<Record<string, () => void>>;

/**
 * Runs a command when its key is pressed anywhere on the page (DA-6). Returns `aria-keyshortcuts` for the
 * button of the commands, unless there are none or the admin has switched keys off.
 */
export function useKeyCommands(commands: KeyCommands) {
  const areKeysOn = useKeysAreOn();
  const handleKey = useEffectEvent((event: KeyboardEvent) =>
    runCommand(event, commands, areKeysOn),
  );

  // In a layout effect, together with the attribute, so that an announced key always works.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return useAriaKeyShortcuts(Object.keys(commands).join(' '));
}

/**
 * Returns the event handler that binds commands to an element and its descendants. The keys work under the same conditions
 * as those of useKeyCommands.
 */
export function useElementKeyCommands(commands: KeyCommands) {
  const areKeysOn = useKeysAreOn();
  return {
    onKeyDown: ({ nativeEvent }: ReactKeyboardEvent) =>
      runCommand(nativeEvent, commands, areKeysOn),
  };
}

/** Returns no attribute if the admin has switched keys off. `keys` are separated by spaces. */
export function useAriaKeyShortcuts(keys: string) {
  return useKeysAreOn() && keys !== '' ? { 'aria-keyshortcuts': keys } : {};
}

const REPEATABLE_KEYS = new Set(['j', 'k', 'ArrowLeft', 'ArrowRight']);

function runCommand(event: KeyboardEvent, commands: KeyCommands, areKeysOn: boolean): void {
  const key = readKey(event);
  if (key === null || (event.repeat && !REPEATABLE_KEYS.has(key))) return;
  const isCharacter = key.length === 1;
  if (isCharacter && !areKeysOn) return;

  const command = commands[key];
  if (!command) return;
  event.preventDefault();
  command();
}

const GREEK_LETTERS: Readonly<Record<string, string>> = { ξ: 'j', κ: 'k', ρ: 'r', σ: 's' };
const TYPING_TARGETS =
  'input:not([type=checkbox]), select, textarea, [contenteditable]:not([contenteditable="false"])';

/**
 * Returns a Greek letter as the Latin letter of its key. Returns null in fields, with a modifier key (except
 * the Shift that a sign needs), in a modal dialog, and for an event that another handler has used.
 */
function readKey(event: KeyboardEvent): string | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || isModalOrPopoverOpen()) return null;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (key === 'Escape') return key;

  if (target instanceof Element && target.closest(TYPING_TARGETS)) return null;
  if (key.length > 1) return key;
  if (event.shiftKey && /^\p{Letter}$/u.test(key)) return null;

  const letter = key.toLowerCase();
  return GREEK_LETTERS[letter] ?? letter;
}

const KeysHelpDialog = lazy(() => import('./keys-help.tsx'));

/** Opens the list of the keys, also by `?`, and loads its code only then. Renders nothing without JavaScript. */
export function KeysHelpButton() {
  const { keys: texts } = useDeskTexts();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  const ariaKeyShortcuts = useKeyCommands({ '?': open });
  if (!useHydrated()) return null;

  const dialog = <KeysHelpDialog onClose={() => setIsOpen(false)} />;
  return (
    <>
      <button
        type="button"
        className="min-h-11 underline underline-offset-4"
        onClick={open}
        {...ariaKeyShortcuts}
      >
        {texts.title}
      </button>
      {/* Outside of the list, which is inert behind an open enquiry. */}
      {isOpen && createPortal(dialog, document.body)}
    </>
  );
}
