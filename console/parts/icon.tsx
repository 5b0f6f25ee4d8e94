/** One set of icons, drawn in strokes on a field of 24. They say nothing to a screen reader: the words beside them do. */
const paths = {
  agents: "M12 3v3M6 6h12v9H6zM9.5 10v1.5M14.5 10v1.5M8 20c.8-1.6 2.2-2.4 4-2.4s3.2.8 4 2.4",
  board: "M4 5h16v15H4zM4 9.5h16M9.5 9.5V20M15 9.5V20M8 3v3M16 3v3",
  calendar: "M4 6h16v14H4zM4 10h16M8 3.5v4M16 3.5v4",
  car: "M4 16v-3.5L6 7.5h12l2 5V16zM4 12.5h16M7 16v2M17 16v2",
  check: "M5 12.5 10 17.5 19 7",
  code: "M8.5 7 4 12l4.5 5M15.5 7 20 12l-4.5 5M13.5 5l-3 14",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  room: "M6.500 20V4h11v16M4 20h16M14 12v.1",
  down: "M6 9.5l6 6 6-6",
  edit: "M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3",
  filter: "M4 6h16M7 12h10M10 18h4",
  help: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM9.7 9.800a2.300 2.300 0 1 1 3.500 2c-.8.5-1.200 1-1.200 1.900M12 16.300v.1",
  inbox: "M4 13.500 6.500 5h11L20 13.500V19H4zM4 13.500h5l1 2.500h4l1-2.500h5",
  key: "M14.5 13.5a4.5 4.5 0 1 0-4-4L4 16v4h4v-2.500h2.500V15z",
  left: "M14.5 6 8.5 12l6 6",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.700 5.700L12 17",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  map: "M12 21c4-4.500 6-7.800 6-11a6 6 0 1 0-12 0c0 3.200 2 6.500 6 11zM12 12.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400z",
  me: "M12 12a3.600 3.600 0 1 0 0-7.200 3.600 3.600 0 0 0 0 7.200zM5 20c.7-3.600 3.300-5.500 7-5.500s6.300 1.900 7 5.500",
  messages: "M4 5h16v11H10l-4.500 4v-4H4z",
  minus: "M5 12h14",
  missed:
    "M12 12a3.600 3.600 0 1 0 0-7.200 3.600 3.600 0 0 0 0 7.200zM5 20c.7-3.600 3.300-5.500 7-5.500M16 15l5 5M21 15l-5 5",
  more: "M6 12v.1M12 12v.1M18 12v.1",
  people:
    "M9 11a3.200 3.200 0 1 0 0-6.400A3.200 3.200 0 0 0 9 11zM3.500 19c.5-3.200 2.600-5 5.500-5s5 1.800 5.500 5M16 5.200a3 3 0 0 1 0 5.600M17.500 14.300c1.800.7 2.800 2.300 3.100 4.700",
  phone:
    "M6 4h3.500l1.500 4.500-2 1.500a11 11 0 0 0 5 5l1.500-2 4.500 1.500V18a2 2 0 0 1-2 2C10.500 20 4 13.500 4 6a2 2 0 0 1 2-2z",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  plus: "M12 5v14M5 12h14",
  redo: "M5 12a7 7 0 1 0 2-4.9L5 9M5 4.5V9h4.5",
  reports: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  requests: "M4 6h16v12H4zM4 7l8 6 8-6",
  right: "M9.500 6l6 6-6 6",
  search: "M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.500 15.500 20 20",
  settings:
    "M5 7h9M18 7h1M5 17h1M10 17h9M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 12h14",
  up: "M6 14.5l6-6 6 6",
  warning: "M12 4l9 16H3zM12 10v4.500M12 17v.2",
  tool: "M15 5.500a4.500 4.500 0 0 0-5.700 5.700L4 16.500 7.500 20l5.300-5.300a4.500 4.500 0 0 0 5.700-5.700L15.500 12 12 8.500z",
  undo: "M5 12a7 7 0 1 0 2-4.900L5 9M5 4.500V9h4.500",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.500l3 2",
  x: "M6 6l12 12M18 6 6 18",
} as const

export type IconName = keyof typeof paths
export const iconNames = Object.keys(paths) as IconName[]

export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg class={small ? "icon small" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
