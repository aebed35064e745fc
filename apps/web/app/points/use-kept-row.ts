import { useRef, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { toAdviceText } from '../account/failure-in.ts'
import { request } from '../account/request.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'

type KeptRow = {
  /** Of the call that removes it, behind `/v1/`. */
  readonly path: string
  readonly removedWords: Text
  readonly onChanged: () => void
  readonly onRemoved: () => void
}

/** A row of a list that is edited in its place, after which the focus goes back to its buttons (`editor`), and removed. */
export function useKeptRow({ path, removedWords, onChanged, onRemoved }: KeptRow) {
  const t = useText()
  const [isEditing, setEditing] = useState(false)
  const editor = useRef<HTMLSpanElement>(null)
  const endEdit = () => {
    setEditing(false)
    editor.current?.querySelector('button')?.focus()
  }
  const remove = async () => {
    const { failure } = await request('DELETE', path, {}, { isQuiet: true })
    if (failure) return toAdviceText(failure)
    toast.success(t(removedWords))
    onRemoved()
    onChanged()
    return undefined
  }
  return { isEditing, setEditing, editor, endEdit, remove }
}
