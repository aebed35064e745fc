import { fillText, type Text } from '@octet/core/text.ts'
import { readPageLang } from '../page-lang.ts'
import { showToast } from '../state/toast-store.ts'

const LEFT_OUT: Text = {
  en: 'Taken: {names}. There is no room for more files here.',
  zh: '已读取 {names}，此处无法接收更多文件。',
}
/** Long enough to read names in it. */
const SHOWN_MS = 5_000
const MAX_NAME_CHARS = 60

/** Says which of the dropped files were taken, where not all of them were. */
export function sayLeftOut(files: ArrayLike<File>, taken: number): void {
  if (files.length <= taken) return
  const names = Array.from(files, ({ name }) => name.slice(0, MAX_NAME_CHARS)).slice(0, taken)
  const lang = readPageLang()
  const text = fillText(LEFT_OUT[lang], { names: names.join(lang === 'zh' ? '、' : ', ') })
  showToast({ type: 'warning', text, durationMs: SHOWN_MS, hasClose: true })
}

/** The one of the dropped files that is taken: the first. */
export function takeFirst(files: FileList): File | undefined {
  sayLeftOut(files, 1)
  return files[0]
}
