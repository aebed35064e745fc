/** What the product is called where its operator has given it no name of their own. */
export const PRODUCT_NAME = 'Octet'
