const LINK = /^https?:\/\/\S+$/

/**
 * A message for a workflow of Microsoft Teams (“When a Teams webhook request is received”): one Adaptive Card (1.4). Runs of text
 * know no Markdown, so that nothing that a target calls itself becomes a link. A line that is an address becomes the button.
 */
export function toTeamsCard(text: string): object {
  const lines = text.split('\n')
  const link = lines.find((line) => LINK.test(line))
  const words = lines.filter((line) => line !== link)
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: words.map((line) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] })),
    ...(link !== undefined && { actions: [{ type: 'Action.OpenUrl', title: new URL(link).host, url: link }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}
