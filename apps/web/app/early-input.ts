type Field = HTMLInputElement | HTMLTextAreaElement

const typed = new Map<Field, string | boolean>()
let isComposing = false

/**
 * Notes what stands in the fields otherwise than the server wrote it, until {@link replayEarlyInput}: taking a page over, React
 * hears nothing of what was typed before, and keeps it on show without knowing it or puts its own back.
 */
export function noteEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>('#main :is(input:not([type=file]), textarea)')) note(field)
  document.addEventListener('input', onInput, true)
}

/** Types it once more, for React to hear. */
export function replayEarlyInput(): void {
  document.removeEventListener('input', onInput, true)
  for (const [field, value] of typed)
    if (field.isConnected && !(isComposing && field === document.activeElement)) type(field, value)
  typed.clear()
}

function onInput(event: Event): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) note(event.target)
  isComposing = event instanceof InputEvent && event.isComposing
}

function note(field: Field): void {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    // Of a group of radio buttons, the chosen one says all.
    if (field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')) typed.set(field, field.checked)
  } else if (field.value !== field.defaultValue) typed.set(field, field.value)
}

function type(field: Field, value: string | boolean): void {
  // The first event makes React take over the part of the page in which the field stands.
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (typeof value === 'boolean') {
    if (!(field instanceof HTMLInputElement)) return
    field.checked = !value
    return field.click()
  }
  // React watches the property of the element, and takes a value it has seen set there for known: the second goes past it.
  field.value = value === '' ? ' ' : ''
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Reflect.set(prototype, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
