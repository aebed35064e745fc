import { TOOLS_FOLDER } from '@octet/tools/registry.ts'

/** Where the tools of the site lie: the product's own, and those of the operator. */
export const TOOL_FOLDERS: readonly string[] = [TOOLS_FOLDER, ...(process.env['OCTET_TOOLS']?.split(':').filter(Boolean) ?? [])]
