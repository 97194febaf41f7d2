import { ErrorBox } from '#app/ui/forms/field.tsx';

/** What is wrong with a whole form; what is about one field stands at that field. */
export function FormError({
  answer,
}: {
  answer: { field: string | null; message: string } | undefined;
}) {
  if (!answer || answer.field !== null) return null;
  return (
    <ErrorBox>
      <p>{answer.message}</p>
    </ErrorBox>
  );
}
