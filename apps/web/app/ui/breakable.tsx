import { Fragment } from 'react'

/** A long word that breaks where it is split rather than anywhere. */
export const Breakable = ({ words, at }: { words: string; at: RegExp }) =>
  words.split(at).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
