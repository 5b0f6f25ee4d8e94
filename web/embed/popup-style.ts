/**
 * Inside a shadow root, where neither the site's rules nor its policy reach it. The panel's top stays where it is when
 * the page in it grows. Three dots wait in it until the page, or the link, is there to cover them.
 */
export const popupStyle =
  ":host{all:initial!important}" +
  ".panel{position:absolute;inset:0;display:flex;flex-direction:column;overflow:hidden;font:16px/1.5 system-ui;background:#fff;color:#1d1d1b;color-scheme:light}" +
  ".dark{background:#1e1e1c;color:#f2f1ed;color-scheme:dark}" +
  "header{display:flex;align-items:center;justify-content:space-between;padding-left:16px;border-bottom:1px solid #8886;font-weight:650}" +
  "button{width:48px;height:48px;border:0;background:none;color:inherit;font:24px system-ui}" +
  "main{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;scrollbar-gutter:stable;isolation:isolate;background:inherit}" +
  "a{display:block;padding:48px 16px;background:inherit;color:inherit;text-align:center}" +
  "main:before{content:'…';position:absolute;z-index:-1;inset:96px 0 auto;text-align:center}" +
  "@media(min-width:768px){.panel{--top:max(32px,50% - 352px);inset:var(--top) 0 auto;margin:auto;width:min(992px,100% - 64px);max-height:calc(100% - 32px - var(--top));border-radius:16px}}"
