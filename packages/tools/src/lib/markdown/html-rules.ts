/** What may become of HTML in a text of Markdown. */
export const HTML_RULES = ['clean', 'escape', 'keep'] as const
export type HtmlRule = (typeof HTML_RULES)[number]
