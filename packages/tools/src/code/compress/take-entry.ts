import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { ENTRY_WORDS, type Archive, type Content } from './archive.ts'

export const LAST_OF_MORE: Text = {
  en: 'The archive has this name more than once; the last one was taken, as unpackers do',
  zh: '归档中有多个同名条目，已取最后一个（与解压软件一致）',
}

export const NO_ARCHIVE: Text = {
  en: 'This is not a ZIP or tar archive: there is no entry to extract',
  zh: '这不是 ZIP 或 tar 归档，没有可取出的条目',
}

/** Takes a file out of an archive by its name; of several with one name the last, which replaces the others on a disk. */
export async function takeEntry(archive: Archive, name: string): Promise<Content & { readonly isOneOfMore: boolean }> {
  const names = archive.entries.map((entry) => entry.name)
  const at = names.lastIndexOf(name)
  const entry = archive.entries[at]
  if (!entry) throw refuse({ en: 'the name of an entry in the archive', zh: '归档中条目的名称' }, name)
  if (entry.kind === 'folder' || entry.kind === 'link' || entry.kind === 'other')
    throw refuse({ en: 'the name of a file', zh: '文件的名称' }, ENTRY_WORDS[entry.kind])
  return { ...(await archive.read(at)), isOneOfMore: names.indexOf(name) !== at }
}

const refuse = (expected: Text, got: string | Text) => new AppError('bad_input', { field: 'entry', expected, got })
