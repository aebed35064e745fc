import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  type LanguageSupport,
} from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, Compartment, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const LANGUAGES: Readonly<Record<string, () => Promise<LanguageSupport>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  xml: async () => (await import('@codemirror/lang-xml')).xml(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  js: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.operatorKeyword], color: 'var(--code-1)' },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.propertyName)], color: 'var(--code-2)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-3)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--code-4)' },
  { tag: tags.comment, color: 'var(--text-3)' },
])

/** The page's own look, from its variables: they reach into the shadow tree, its rules do not. */
const LOOK = EditorView.theme({
  '&': {
    flex: '1',
    minWidth: '0',
    minHeight: 'var(--editor-min, 9.375rem)',
    maxHeight: 'var(--editor-max, 70vh)',
    fontSize: '0.8125rem',
    color: 'var(--text)',
  },
  '&.cm-focused': { outline: '0' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-gutters': { border: '0', background: 'none', color: 'var(--text-3)' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--editor-line)' },
  '.cm-selectionMatch': { background: 'var(--tint)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-panels': { background: 'var(--sunken)', color: 'var(--text)' },
  '.cm-foldPlaceholder': { border: '0', background: 'var(--hover)', color: 'var(--text-2)' },
})

export type Editor = {
  setText(text: string): void
  /** Puts the cursor at a place, counted from 1, and shows it. */
  goTo(line: number, column: number): void
  focus(): void
  destroy(): void
}

type EditorOptions = {
  readonly parent: HTMLElement
  readonly label: string
  readonly language: string
  readonly placeholder: string
  readonly isReadOnly: boolean
  readonly text: string
  /** Where the cursor stands, and where it was selected to. */
  readonly selection: readonly [start: number, end: number]
  readonly onChange: (text: string) => void
}

/**
 * An editor in place of a plain field. The grammar of its language follows when it has arrived. It stands in a shadow tree,
 * where its styles are adopted sheets, which the Content-Security-Policy allows; style elements it does not.
 */
export function createEditor(options: EditorOptions): Editor {
  const { parent, label, language, placeholder, isReadOnly, text, selection, onChange } = options
  const grammar = new Compartment()
  let isOwnChange = false
  const host = parent.appendChild(document.createElement('div'))
  host.className = 'code-host'
  const root = host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      selection: { anchor: Math.min(selection[0], text.length), head: Math.min(selection[1], text.length) },
      extensions: [
        ...toBasics(label, isReadOnly),
        grammar.of([]),
        placeholder ? placeholderText(placeholder) : [],
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && !isOwnChange && onChange(state.doc.toString())),
      ],
    }),
  })
  // A grammar that does not arrive, or is broken off as the page is left, takes nothing away but the colours.
  LANGUAGES[language]?.().then(
    (support) => view.dispatch({ effects: grammar.reconfigure(support) }),
    () => {},
  )
  return {
    setText(next) {
      if (next === view.state.doc.toString()) return
      isOwnChange = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      isOwnChange = false
    },
    goTo(line, column) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
      view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true })
      view.focus()
    },
    focus: () => view.focus(),
    destroy() {
      view.destroy()
      host.remove()
    },
  }
}

function toBasics(label: string, isReadOnly: boolean): Extension[] {
  return [
    LOOK,
    lineNumbers(),
    foldGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    syntaxHighlighting(COLOURS),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    // Files are taken by the form around, which knows their character sets; the editor would write them into its text, too.
    EditorView.domEventHandlers({ drop: ({ dataTransfer }) => (dataTransfer?.files.length ?? 0) > 0 }),
    isReadOnly ? [] : highlightActiveLine(),
    // Tab leaves the editor, so that the keyboard is not caught in it; the scroller can be reached by it.
    keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap, ...searchKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ]
}
