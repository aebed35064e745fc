/**
 * Puts a text on the clipboard; false where the browser refuses. Pages that came without encryption have no
 * `navigator.clipboard`: there the older command copies, which browsers allow for some seconds after a click or a key.
 */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writeByCommand(text)
  }
}

/** The command copies what is selected: a field that is there for a moment. What had the focus has it again. */
function writeByCommand(text: string): boolean {
  const { activeElement: focused } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // no keyboard slides in on a phone
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // All that is outside an open dialog is inert.
  const dialog = focused?.closest('dialog') ?? document.querySelector('dialog[open]') ?? document.body
  dialog.append(field)
  // A field turns every line end into \n; the event takes the text as it is.
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  field.addEventListener('copy', onCopy)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
