import type { Product, ProductId } from './product.ts'
import { asn } from './products/asn.ts'
import { geolocation } from './products/geolocation.ts'
import { lite } from './products/lite.ts'
import { privacy } from './products/privacy.ts'

/** Every database that can be made from a build. */
export const PRODUCTS: Readonly<Record<ProductId, Product>> = { geolocation, privacy, asn, lite }
