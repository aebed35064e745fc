import { useEffect, useState } from 'react'
import { findTable, takeAddresses, TooMany, type Addresses, type AddressTable } from './address-file.ts'

type Fault = { readonly kind: 'noAddresses' | 'tooMany' | 'unreadable'; readonly reason: string }

/** The addresses of a file: of its first column that has some, or of another that is chosen. */
export function useAddresses(file: File) {
  const [table, setTable] = useState<AddressTable>()
  const [wanted, setIndex] = useState<number>()
  const [addresses, setAddresses] = useState<Addresses>()
  const [fault, setFault] = useState<Fault>()
  const column = table?.columns.find(({ index }) => index === wanted) ?? table?.columns[0]
  useEffect(() => {
    let isOver = false
    const tell = (error: unknown) => isOver || setFault(toFault(error))
    const onTable = (found: AddressTable | undefined) => {
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
  return { kind: error instanceof TooMany ? 'tooMany' : 'unreadable', reason: error instanceof Error ? error.message : '' }
}
