/** Services at the margin, in YAML or JSON. */
const SERVICES = /^(?:services[ \t]*:|\s*\{\s*"services"\s*:)/m
/** The first version had the services alone, each with its image. */
const FIRST_KEY = /^[\w.-]+:[ \t]*\r?\n[ \t]/
const IMAGE = /^[ \t]+image[ \t]*:/m

/** Whether a text is a file for Compose. */
export const isComposeFile = (text: string): boolean => SERVICES.test(text) || (FIRST_KEY.test(text) && IMAGE.test(text))
