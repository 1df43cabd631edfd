declare const unit: unique symbol

export type Brand<Value, Name extends string> = Value & { readonly [unit]: Name }
