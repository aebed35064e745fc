/** The modals of SPEC §2 and §3. */
export const MODALS = ['login', 'register', 'forgotPassword', 'pay', 'feedback', 'info', 'test', 'menu'] as const
