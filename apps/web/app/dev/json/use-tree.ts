import { useEffect, useState, type KeyboardEvent } from 'react'
import type { TreeRow } from './desk.ts'
import type { DeskHandle } from './use-desk.ts'
import { useSlice } from './use-slice.ts'

export type OpenTree = {
  readonly desk: DeskHandle
  readonly syntax: string
  /** Another one is another document. */
  readonly version: unknown
  /** The document, when the worker does not hold it yet. */
  readonly text: string | undefined
}

/** The tree of a document in the worker: which rows it has, the one in hand, and what keys and searches do. */
export function useTree({ desk, syntax, version, text }: OpenTree) {
  const [rows, setRows] = useState(0)
  const [edition, setEdition] = useState(0)
  const [current, setCurrent] = useState(0)
  const [target, setTarget] = useState<{ row: number }>()
  const [chosen, setChosen] = useState<{ row: TreeRow; path: string }>()
  const [query, setQuery] = useState('')
  const shape = `${String(version)} ${edition}`
  const slice = useSlice((from, to) => desk.get().treeRows(from, to), shape)

  useEffect(() => {
    let isGone = false
    setChosen(undefined)
    setRows(0)
    const open = async () => {
      if (text !== undefined) await desk.get().load(text)
      const count = await desk.get().openTree(syntax)
      if (isGone) return
      setRows(count)
      setEdition((last) => last + 1)
    }
    void open()
    return () => {
      isGone = true
    }
  }, [desk, syntax, version, text])

  const relay = async (count: Promise<number>) => {
    setRows(await count)
    setEdition((last) => last + 1)
  }
  const choose = async (at: number, known = slice.get(at)) => {
    setCurrent(at)
    const row = known ?? (await desk.get().treeRows(at, at + 1))[0]
    if (row) setChosen({ row, path: await desk.get().path(row.node) })
  }
  const move = (at: number) => {
    const row = Math.max(0, Math.min(rows - 1, at))
    setTarget({ row })
    void choose(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = slice.get(current)
    if (event.key === 'ArrowDown') move(current + 1)
    else if (event.key === 'ArrowUp') move(current - 1)
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(rows - 1)
    else if (event.key === 'ArrowRight' && row && row.children > 0 && !row.isOpen) void relay(desk.get().toggle(row.node))
    else if (event.key === 'ArrowRight') move(current + 1)
    else if (event.key === 'ArrowLeft' && row?.isOpen && row.children > 0) void relay(desk.get().toggle(row.node))
    else if (event.key === 'ArrowLeft') move(current - 1)
    else return
    event.preventDefault()
  }
  const onPlace = async (node: number | undefined, wanted: string) => {
    setQuery(wanted)
    if (node === undefined) return
    const found = await desk.get().reveal(node)
    setRows(found.rows)
    setEdition((last) => last + 1)
    setTarget({ row: found.row })
    setCurrent(found.row)
    const [row] = await desk.get().treeRows(found.row, found.row + 1)
    if (row) setChosen({ row, path: await desk.get().path(row.node) })
  }
  return { rows, slice, current, target, chosen, query, relay, choose, onKeyDown, onPlace }
}
