import { joinText } from '@octet/core/text.ts'

type Degrees = { readonly latitude?: number | undefined; readonly longitude?: number | undefined }

/** Whether both degrees are said, or neither: half of a place would be passed over in silence. */
export const hasWholePlace = ({ latitude, longitude }: Degrees): boolean => (latitude === undefined) === (longitude === undefined)

/** What a schema says otherwise. */
export const WHOLE_PLACE = {
  path: ['longitude'],
  error: joinText({ en: 'latitude and longitude together', zh: '同时填写纬度和经度' }),
}
