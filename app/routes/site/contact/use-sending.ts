import { type FormEvent, useRef, useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import { CONTACT } from '#app/domain/limits.ts';

/** Sends a form once, after the short delay of ledger CF-10; `busy` from the click to the answer. */
export function useSending() {
  const submit = useSubmit();
  const navigation = useNavigation();
  const [waiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const busy = waiting || (navigation.state !== 'idle' && navigation.formMethod === 'POST');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setWaiting(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void submit(form).finally(() => setWaiting(false));
    }, CONTACT.sendDelayMs);
  };
  return { busy, send };
}
