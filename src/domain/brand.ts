declare const unit: unique symbol

/** A value that carries its unit or meaning in its type and nothing at run time. */
export type Brand<Value, Name extends string> = Value & { readonly [unit]: Name }
