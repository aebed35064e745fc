import { Snippet } from '../ui/snippet.tsx'
import { useOrigin } from '../ui/use-origin.ts'

/** Lines for a terminal. `$ORIGIN` becomes the address of this site once the page runs. */
export const Sample = ({ code }: { code: string }) => <Snippet code={code.replaceAll('$ORIGIN', useOrigin())} />
