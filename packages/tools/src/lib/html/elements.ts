/** Elements next to which white space is not shown, as browsers style them. */
export const BLOCK: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption col colgroup dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody td tfoot th thead title tr ul base'.split(
    ' ',
  ),
)

/** Elements whose white space is part of what they show. */
export const KEPT: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing'])

/** Elements without content and end tag (HTML §13.1.2). */
export const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
