"""What a program does by the client that openapi-python-client has written: book, list, move, meet a refusal."""

import json
import sys

from python_client import AuthenticatedClient
from python_client.api.appointments import book_appointment, list_appointments, reschedule_appointment
from python_client.api.slots import find_slots
from python_client.models import BookAppointmentInput, FindSlotsBody, ListAppointmentsStatus, RescheduleAppointmentBody

base_url, key, *ids, start_date, end_date = sys.argv[1:]
customer_id, type_id = map(int, ids)
client = AuthenticatedClient(base_url=base_url, token=key)
scheduled = ListAppointmentsStatus("scheduled")
wish = {"appointment_type_id": type_id}
days = {"start_date": start_date, "end_date": end_date}


def search(asked):
    return find_slots.sync(client=client, body=FindSlotsBody.from_dict({**asked, **days})).data.recommended[0]


slot = search({**wish, "customer_id": customer_id}).to_dict()
time = {name: slot[name] for name in ["start_time", "provider_id", "location_id"]}
booking = BookAppointmentInput.from_dict({**wish, **time, "customer_id": customer_id})
booked = book_appointment.sync(client=client, body=booking).data
listed = list_appointments.sync(client=client, customer_id=customer_id, status=scheduled).data
other = search({"appointment_id": booked.id})
moved = reschedule_appointment.sync(
    id=booked.id,
    client=client,
    body=RescheduleAppointmentBody.from_dict({"start_time": other.to_dict()["start_time"]}),
).data
past = BookAppointmentInput.from_dict({**booking.to_dict(), "start_time": "2020-01-01T15:00:00.000Z"})
refused = book_appointment.sync(client=client, body=past)
print(
    json.dumps(
        {
            "booked": booked.status,
            "listed": booked.id in [each.id for each in listed],
            "moved": moved.start_time == other.start_time and moved.id == booked.id,
            "refused": refused.to_dict()["error"]["code"],
        }
    )
)
