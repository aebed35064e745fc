type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  /** The button that was pressed last, as the page's own script saw it: see `EARLY_SCRIPT`. */
  var pressed: HTMLButtonElement | null | undefined
  /** Takes what is typed for the palette until that can. */
  var early: HTMLInputElement | false | null | undefined
  /** Set once React hears of what is pressed, with 1 where it never will, as its code does not come. */
  var taken: unknown
}

/** What stands in a field or whether it is ticked; of a button, that it was pressed. */
const given = new Map<Field | HTMLButtonElement, string | boolean>()
/** Where an input method is putting a word together. */
let composing: EventTarget | null | false = null

/**
 * Notes what stands in the fields otherwise than the server wrote it, until {@link replayEarlyInput}: taking a page over, React
 * hears nothing of what was typed before, and keeps it on show without knowing it or puts its own back. Nor does it hear of a
 * button that was pressed; of those that are pressed from now on it does.
 */
export function noteEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>('#main :is(input, textarea, select)')) if (isChanged(field)) note(field)
  globalThis.taken = true
  document.addEventListener('input', onInput, true)
}

/** Types and presses it once more, for React to hear. */
export function replayEarlyInput(): void {
  document.removeEventListener('input', onInput, true)
  // The key of the palette is heard only now.
  if (globalThis.pressed) given.set(globalThis.pressed, true)
  for (const [field, value] of given) if (field !== composing) give(field, value)
  given.clear()
}

function onInput(event: Event): void {
  note(event.target as Field)
  composing = (event as InputEvent).isComposing && event.target
}

const note = (field: Field) => given.set(field, isTick(field) ? field.checked : field.value)

const tell = (field: Element, what: string) => field.dispatchEvent(new Event(what, { bubbles: true }))

const isTick = (field: Field | HTMLButtonElement): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type)

function isChanged(field: Field): boolean {
  if ('options' in field) {
    const options = [...field.options]
    return field.selectedOptions[0] !== (options.find((option) => option.defaultSelected) ?? options[0])
  }
  if (!isTick(field)) return field.value !== field.defaultValue
  // Of a group of radio buttons, the chosen one says all.
  return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
}

function give(field: Field | HTMLButtonElement, value: string | boolean): void {
  // The first event makes React take over the part of the page in which the field stands.
  tell(field, 'input')
  if (typeof value === 'boolean') {
    if (isTick(field)) field.checked = !value
    // Once what was typed has come to the form.
    setTimeout(() => field.click())
    return
  }
  // A chosen file stays in its field, which takes no other name.
  if (field.type !== 'file') {
    // React watches the property of the element, and takes a value it has seen set there for known: the second goes past it.
    field.value = value ? '' : ' '
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  }
  tell(field, 'change')
}
