import { useEffect, useState } from 'react'

/** An address of a file in this page, with the type that was found rather than the one it claims. */
export function useObjectUrl(file: Blob, mime: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file.slice(0, file.size, mime))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, mime])
  return url
}
