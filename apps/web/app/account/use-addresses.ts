import { useEffect, useState } from 'react'
import { isAppError } from '@octet/core/errors.ts'
import { findTable, takeAddresses, TooMany, type Addresses, type FileTable } from './address-file.ts'

type Fault = { readonly kind: 'noAddresses' | 'tooMany' | 'longLine' | 'unreadable'; readonly reason: string }

/** The addresses of a file: of its first column that has some, or of another that is chosen. */
export function useAddresses(file: File) {
  const [table, setTable] = useState<FileTable>()
  const [wanted, setIndex] = useState<number>()
  const [addresses, setAddresses] = useState<Addresses>()
  const [fault, setFault] = useState<Fault>()
  const column = table?.columns.find(({ index }) => index === wanted) ?? table?.columns[0]
  useEffect(() => {
    let isOver = false
    const tell = (error: unknown) => isOver || setFault(toFault(error))
    const onTable = (found: FileTable | undefined) => {
      if (isOver) return
      if (found) setTable(found)
      else setFault({ kind: 'noAddresses', reason: '' })
    }
    findTable(file).then(onTable, tell)
    return () => void (isOver = true)
  }, [file])
  useEffect(() => {
    if (!table || !column) return undefined
    let isOver = false
    setAddresses(undefined)
    setFault(undefined)
    takeAddresses(file, table, column).then(
      (taken) => isOver || setAddresses(taken),
      (error: unknown) => isOver || setFault(toFault(error)),
    )
    return () => void (isOver = true)
  }, [file, table, column])
  return { table, index: column?.index, setIndex, addresses, fault }
}

function toFault(error: unknown): Fault {
  const kind = error instanceof TooMany ? 'tooMany' : isAppError(error) ? 'longLine' : 'unreadable'
  return { kind, reason: error instanceof Error ? error.message : '' }
}
