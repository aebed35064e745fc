import * as z from 'zod'

/** The output of tools that say what else there is to know of a result. Pages leave it out where there is nothing to say. */
export const notesField = z.array(z.string()).meta({ label: { en: 'Notes', zh: '提示' } })
