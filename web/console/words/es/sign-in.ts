import type { signIn as english } from "../en/sign-in.ts"

export const signIn: typeof english = {
  title: "Iniciar sesión",
  email: "Correo",
  password: "Contraseña",
  code: "Código de su aplicación de autenticación",
  codeHint: "O uno de sus códigos de recuperación.",
  company: "Empresa",
  signIn: "Entrar",
  signingIn: "Entrando…",
  signOut: "Salir",
  wrong: "El correo o la contraseña no son correctos.",
  wrongCode: "El código no es correcto o ya se ha usado.",
  tooMany: "Demasiados intentos. Espere una hora o pida un enlace a un administrador.",
  forgotten: "¿Ha olvidado la contraseña? Un administrador de su empresa puede crearle un enlace.",
  ended: "Su sesión ha terminado. Entre para continuar.",
}
