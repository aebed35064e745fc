/** What is wrong with the whole of a form. */
export const FormFailure = ({ words }: { words: string | undefined }) =>
  words ? (
    <p className="field-error" role="alert">
      {words}
    </p>
  ) : null
