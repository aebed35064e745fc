/** What stands in place of a name, or of anything else, that is withheld. */
const WITHHELD =
  /^[^\p{L}\p{N}]*(?:redacted|not (?:disclosed|shown|applicable)|data (?:protected|redacted)|hidden|statutory masking|gdpr (?:masked|redacted|protected)|masked|withheld$|n\/a(?!\p{L})|none$|non-public|privacy|personal data[, ]|(?:please )?(?:query|contact) the rdds service|select contact domain holder link|$)/iu

/** Whether a value says only that it is withheld. */
export const isWithheld = (value: string): boolean => WITHHELD.test(value)
