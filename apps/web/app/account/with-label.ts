/** A refusal of the server with the label that a field has on the page in place of the name that programs know it by. */
export const withLabel = ({ field, msg }: { readonly field: string; readonly msg: string }, label: string | undefined): string =>
  label === undefined ? msg : msg.replace(field, () => label)
